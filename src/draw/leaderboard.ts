// One stored report as a leaderboard shows it.

/** One stored report on the board. */
export type LeaderboardResult = {
  readonly model: string;
  readonly task: string;
  readonly run_id: string;
  readonly score: number | null;
  readonly score_key?: string;
  readonly n?: number;
  readonly k?: number;
  readonly denominator_policy?: string;
  readonly ci95?: readonly [number, number];
  readonly path: string;
  readonly report: Readonly<Record<string, unknown>>;
};
