import { describe, expect, it } from "vitest";
import { bytesOf, checked, ownSalt } from "./fair";

// The SHA-256 of the three bytes "abc": FIPS 180-2, appendix B.1.
const ABC = { play: 1, secret: "616263", hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" };

describe("the server's word", () => {
  it("is kept where the hash is that of the secret", async () => {
    expect(await checked(ABC)).toBe("kept");
    expect(await checked({ ...ABC, hash: ABC.hash.toUpperCase() })).toBe("kept");
  });
  it("is broken by another secret, another hash, or no secret at all", async () => {
    expect(await checked({ ...ABC, secret: "616264" })).toBe("broken");
    expect(await checked({ ...ABC, hash: ABC.hash.replace("b", "c") })).toBe("broken");
    expect(await checked({ ...ABC, secret: "nonsense" })).toBe("broken");
  });
  it("is sealed until the throw is over", async () => {
    expect(await checked({ play: 2, hash: ABC.hash })).toBe("sealed");
  });
});

describe("a player's own salt", () => {
  it("is sixteen bytes and never the same", () => {
    const salts = new Set(Array.from({ length: 50 }, ownSalt));
    expect(salts.size).toBe(50);
    for (const salt of salts) expect(bytesOf(salt)).toHaveLength(16);
  });
});
