import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built page lies in the Python package, outside git; the package's server serves it.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/enfilade/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page's security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { checks: { pluginTimings: false } }, // on a slow machine it would remark on it
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8421", ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
