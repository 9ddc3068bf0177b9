/** What an empty scenario starts from: a small fight that can be changed line by line. */
export const BLANK = `format: enfilade/scenario/1
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
`;
