/** What an empty scenario starts from: a small fight of each game that can be changed line by line. */
export const BLANKS: Readonly<Record<string, string>> = {
  runewars: `format: enfilade/scenario/1
ruleset: runewars
title: My position
sides: {d: Daqan Lords, w: Waiqar}
table: {width: 6ft, depth: 3ft}
units:
  - id: spearmen
    side: d
    profile: Spearmen
    ranks: ["444"]
    position: [10.5, 4.5]
    facing: 0
  - id: reanimates
    side: w
    profile: Reanimates
    ranks: ["44", "44"]
    position: [10.5, 6]
    facing: 180
`,
  lineofattack: `format: enfilade/scenario/1
ruleset: lineofattack
title: My position
sides: {g: The guards, t: The thieves}
map: {size: [12, 8]}
walls:
  - [[5, 0], [5, 3]]
  - [[5, 4], [5, 8]]
obstacles:
  - {id: crate, height: medium, shape: [[8, 3], [9, 3], [9, 4], [8, 4]]}
tokens:
  - id: ana
    side: g
    cell: [9, 3]
  - id: bruno
    side: t
    cell: [2, 3]
`,
  asoiaf: `format: enfilade/scenario/1
ruleset: asoiaf
title: My position
sides: {lannister: House Lannister, bolton: House Bolton}
units:
  - id: halberdiers
    side: lannister
    profile: Lannister Halberdiers
    position: [14, 24]
    facing: 90
  - id: cutthroats
    side: bolton
    profile: Bolton Cutthroats
    position: [24, 24]
    facing: 270
`,
  ageofmagic: `format: enfilade/scenario/1
ruleset: ageofmagic
title: My position
battle: {kind: open}
units:
  - id: guard
    side: north
    name: The guard
    leader: {name: Aldith, tactics: 5, iq: 1}
    size: 60
    area: centre
    melee: {value: 20}
    defence: {value: 10}
  - id: raiders
    side: south
    name: The raiders
    leader: {name: Thora, tactics: 4, iq: 0}
    size: 90
    area: north centre
    melee: {value: 18}
    defence: {value: 8}
engaged: [[guard, raiders]]
`,
};
