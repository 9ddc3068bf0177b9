import { describe, expect, it } from "vitest";
import type { Stage } from "../wire";
import { bytesOf, checked, fallen, numbered, ownSalt } from "./fair";

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

describe("the faces of a throw", () => {
  // By Python's hmac and hashlib: secret 00 01 … 1f, play 3, salt "été & 6", twenty dice.
  const proof = {
    play: 3,
    salt: "été & 6",
    secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    hash: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  };
  const faces = [5, 4, 6, 4, 1, 3, 4, 3, 5, 5, 3, 1, 3, 2, 4, 4, 3, 4, 2, 5];

  it("follow from the secret, the number of the play and the salt", async () => {
    expect(await checked(proof)).toBe("kept");
    expect(await fallen(proof, Array<number>(20).fill(6))).toEqual(faces);
    expect(await fallen({ ...proof, salt: "another" }, Array<number>(20).fill(6))).not.toEqual(faces);
    expect(await fallen({ ...proof, play: 4 }, Array<number>(20).fill(6))).not.toEqual(faces);
  });
  it("are compared where all dice have numbers", () => {
    const stage = (die: string, dice: Stage["dice"], ...fell: (number | string)[]): Stage => ({
      rule: "1",
      text: "",
      asked: "",
      answer: "",
      dice,
      faces: fell.map((face) => ({ face, label: String(face), die })),
    });
    expect(numbered([stage("d6", "server", 5, 4), stage("d3", "server", 2)])).toEqual({ sides: [6, 6, 3], faces: [5, 4, 2] });
    expect(numbered([stage("d6", "typed", 1)])).toBeNull();
    expect(numbered([stage("d6", "server", 1), stage("red", "server", "HS")])).toBeNull();
  });
});
