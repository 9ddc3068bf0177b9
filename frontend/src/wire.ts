/** What goes over the wire between the page and the server. The server's models in `enfilade/web` say the same. */

export type Point = [number, number];
/** A scenario as its file holds it (`enfilade/scenario/1`). */
export type Scenario = Record<string, unknown>;
/** An action: its kind, and the fields that its ruleset gives it. */
export type Action = { kind: string } & Record<string, unknown>;

export interface Shape {
  shape: "point" | "line" | "edge" | "polygon" | "circle" | "text";
  points: Point[];
  role: string;
  label?: string;
  of?: string;
  side?: string;
}

export interface Scene {
  width: number;
  depth: number;
  unit: string; // "tray", "in", "cell", "area"
  y_up: boolean;
  title: string;
  shapes: Shape[];
}

/** Where a unit, token or character stands now. What has no place on the board has neither `at` nor `area`. */
export interface Piece {
  id: string;
  name: string;
  side: string;
  at: Point | null; // the `position` (its centre) or the `cell` (its first corner) of the scenario
  facing: number | null; // degrees clockwise from north; null: it has none
  area: string | null;
  strength: string; // in words, in the language asked for: "10 figures in 3 ranks"
  turns: boolean; // whether it can be turned on the board
  gone: boolean;
}

export interface Position {
  ruleset: string;
  edition: string;
  title: string;
  sides: Record<string, string>;
  scenario: Scenario;
  scene: Scene;
  pieces: Piece[];
  candidates: Action[]; // the first of them, where there are more
  more?: boolean; // there are so many more that they are judged unit by unit
  outcome: { winner: string | null; text: string } | null;
  record?: boolean; // the text was a record; this is its start
  units?: Scenario; // the file of further units that it was set up with: to be sent back with every question
}

export interface Step {
  rule: string;
  text: string;
  facts: Record<string, unknown>;
  value: unknown;
  margin: number | null;
  because: Step[];
  name?: string;
  too_close?: boolean;
  fold?: string; // "sum": the value is the sum of the values below it
  shows: number[]; // of the ruling's evidence, the shapes that this step alone points at (by index)
}

export interface Nearest {
  text: string;
  facts: Record<string, unknown>;
  action: Action | null; // the nearest legal action: judge it and draw its evidence as a ghost
}

export interface Refusal {
  rule: string;
  text: string;
  facts: Record<string, unknown>;
  margin: number | null;
  too_close?: boolean;
  because: Step[];
  shows: number[];
  nearest_legal: Nearest | null;
}

/** A ruling. A brief one has no steps, assumptions and evidence. */
export interface Ruling {
  action: Action;
  deed: string; // the action as a player says it
  verdict: "legal" | "refused";
  said: string; // the verdict word in the language asked for
  values: Record<string, unknown>;
  spoken: { name: string; label: string; value: string }[]; // the values for people
  refusal?: Refusal;
  steps: Step[];
  assumptions: string[];
  readings: { name: string; option: string; question: string; text: string }[];
  evidence: Shape[];
  rollable: boolean; // legal, and there is something to roll or to change
  throws: boolean; // whether dice are thrown in it
}

export interface Outcome {
  value: unknown;
  label: string;
  probability: string; // exact, as a fraction
  p: number;
  at_least?: string;
  at_least_p?: number;
  interval?: [number, number];
}

export interface Tally {
  name: string;
  label: string;
  kind: "number" | "yes_no" | "other" | "certain";
  outcomes: Outcome[];
  expected?: string;
  expected_p?: number;
}

export interface Odds {
  action: Action;
  policy: string;
  exact: boolean;
  samples?: number;
  tallies: Tally[];
}

/** What one thing is worth: the same attack with it switched. */
export interface Worth {
  name: string; // tells it from the others
  label: string;
  kind: "reading" | "modifier";
  now: string;
  then: string;
  changes: { name: string; label: string; now: number; then: number }[]; // expected values and chances
  refused?: string; // the attack is no longer legal with it: why
  unweighed?: string; // it can be switched, but nobody has weighed it: why
  path: (string | number)[]; // the field of the scenario document that is switched; ["action", field] leads into the action
  value: unknown; // what stands there then; null: nothing
}

export interface Mistake {
  where: string; // file, line, column and field, as far as they are known
  line?: number;
  column?: number;
  field: string;
  expected: string;
  found: string;
  hint: string;
}

/** The body of every answer that is not 2xx. */
export interface Trouble {
  error: string; // "scenario", "refused", "too_large", "too_many", "not_found", "not_yours", "busy", "request", "fault"
  message: string;
  mistakes?: Mistake[];
  ruling?: Ruling;
}

/** What a unit may be told for the turn: each kind of order with its targets; `why` is empty where it can be given. */
export interface OrderMenu {
  unit: string;
  orders: OrderKind[];
}
export interface OrderKind {
  kind: string;
  label: string;
  targets: { target: string; name: string; why: string }[]; // an empty target: none is needed
  reactions: { name: string; label: string }[]; // how it may meet a charge
}
/** Orders as a scenario writes them, by unit. */
export type OrderBook = Record<string, Record<string, unknown>>;

/** A name to send back, and how it reads. */
export interface Offer {
  name: string;
  label: string;
}

/** Where a rule stands, and what it says in our words. */
export interface RuleTold {
  place: string;
  words: string;
  basis: string; // stated, inferred or assumed, in words
}

export interface RulesetInfo {
  name: string;
  title: string;
  edition: string;
  editions: string[];
  readings: { name: string; question: string; options: { name: string; text: string }[]; default: string }[];
  policies: Offer[]; // the first is the default; "best" is always possible besides
  aims: Offer[];
  kinds: Offer[];
  rules: Record<string, RuleTold>; // by the rule of a step
  decides?: { name: string; takes: string }[]; // what the referee may decide of a unit, and what each takes
}

export interface Example {
  id: string; // "runewars/struck-in-the-rear"
  ruleset: string;
  title: string;
}

// --------------------------------------------------------------------------------------------- rooms

/** A seat at the table: a side's id, "referee" or "spectator". The referee may act for every side. */
export type Seat = string;

export interface Links {
  referee: string;
  spectator: string;
  sides: Record<string, string>; // side id -> token
}

export interface Die {
  name: string; // "red", "d6"
  faces: { face: string | number; label: string }[]; // what may be typed, and how it reads
}

export interface Waiting {
  kind: "throw" | "choice";
  for: Seat; // a side
  rule: string;
  text: string; // the throw or the question, in words
  dice: Die[]; // of a throw: one for each die
  options: { label: string; text: string }[]; // of a choice: `label` is sent back
}

/** One stage of an attack as it was rolled. */
export interface Stage {
  rule: string;
  text: string;
  asked: string; // the throw or the question; empty where nothing was asked
  faces: { face: string | number; label: string; die: string }[];
  answer: string; // the option taken, or the faces in words
  dice: "server" | "typed" | null;
}

/** An attack under way: it waits for faces or for a choice. */
export interface Pending {
  action: Action;
  deed: string;
  by: Seat;
  dice: "server" | "typed";
  stages: Stage[];
  waiting: Waiting;
  may_cancel: Seat[]; // who may call it off now
}

export interface LogLine {
  seq: number;
  kind: "start" | "move" | "play" | "decide" | "undo" | "say" | "orders" | "ready" | "set";
  by: Seat;
  when: string; // ISO, UTC
  text: string;
  entry: number | null; // the entry of the record that it made, from 1
  undone: boolean;
  dice: "server" | "typed" | null;
  proof?: Proof; // of server dice
}

/** Commit and reveal: `hash` (shown before) is the SHA-256 of `secret` (shown after); docs/table.md says how faces follow. */
export interface Proof {
  play: number;
  hash: string;
  secret?: string;
  salt?: string; // what the player added to it
}

export interface Snapshot {
  seq: number;
  position: Position;
  entries: number; // how many the record holds now
  log: LogLine[];
  pending: Pending | null;
  commitment: Proof; // of the next throw by the server
  asked: { kind: "undo"; by: Seat; to: number; waits_for: Seat[] } | null;
  present: { seat: Seat; people: number }[];
  orders?: OrderBook; // for the turn to come, where units move by orders: those that this seat may see
  readiness?: Readiness[]; // how far each side is with its orders
}

/** How far a side is with its orders. The turn waits for sides at which somebody has ever sat (`taken`). */
export interface Readiness {
  side: Seat;
  ready: boolean;
  taken: boolean;
}

export type ToServer =
  | { type: "hello"; since?: number }
  | { type: "move"; unit: string; at?: Point; facing?: number; area?: string } // before the first entry; later it is a `decide`
  | { type: "set"; scenario: Scenario }
  | { type: "play"; action: Action; dice: "server" | "typed"; policy?: string; salt?: string } // no policy: choices are asked
  | { type: "answer"; label?: string; faces?: (string | number)[] }
  | { type: "cancel" } // gives up an attack of which no die has fallen
  | { type: "undo" }
  | { type: "consent" }
  | { type: "refuse" }
  | { type: "decide"; words: string; unit?: string; at?: Point; facing?: number; area?: string; fields?: Record<string, unknown> }
  | { type: "orders"; orders: Record<string, Record<string, unknown> | null>; entries?: number } // how many the record held as it was said
  | { type: "ready"; ready: boolean; entries?: number; dice?: "server" | "typed"; policy?: string; salt?: string } // our orders are given; the last one begins the turn
  | { type: "say"; words: string };

export type FromServer =
  | { type: "welcome"; seat: Seat; snapshot: Snapshot }
  | { type: "changed"; snapshot: Snapshot; last: LogLine | null; stages: Stage[] } // stages of what was just played
  | { type: "presence"; present: { seat: Seat; people: number }[] }
  | { type: "refused"; trouble: Trouble };

/** What one unit did and suffered in a turn of a large battle: sentences, and the steps that say them. */
export interface UnitTold {
  side: string;
  unit: string;
  name: string;
  told: string[];
  steps: Step[];
}

/** Entry n of a room's record: where it was asked, the ruling, how it went. */
export interface EntryTold {
  number: number;
  ruling: Ruling;
  stages: Stage[];
  result: { name: string; label: string; value: string }[];
  before: Position;
  after: Position;
  report?: UnitTold[]; // of a turn that was fought by orders
}
