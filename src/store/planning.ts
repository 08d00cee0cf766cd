/**
 * Settings for the planner of sessions on any server, as the embedded one has them (settings.ts). PostgreSQL
 * compiles a statement by its estimated cost, which passes `jit_above_cost` on large maps although the
 * statement reads a page of them; and it takes indexes for four times as dear as they are on any disk without
 * moving parts.
 */
export const PLANNING = { jit: 'off', random_page_cost: '1.1' } as const;
