import { allows, type Level } from '../access/levels.js';
import { AppError, notFound } from '../base/errors.js';
import type { HttpRequest } from '../http/message.js';
import type { Principal, Route } from '../http/route.js';
import type { Sql } from '../store/client.js';
import { findOwnedMap } from '../store/maps.js';
import { findMapOfJob, findSharedAccess } from '../store/sessions.js';

const PLAN = 'enterprise';
const MAP_ID = /^[1-9]\d{0,14}$/;
const JOB_ID = /^[A-Za-z0-9_]{1,100}$/;
/** Its map stands in the query, and without one it lists the account's own. */
const JOBS_OF_MAP = 'listJobs';

type Params = Readonly<Record<string, string>>;

/**
 * Account for which a person who signed in acts: on a map that is shared with it, where the level of the
 * share allows the operation, that of the map's owner, on the owner's plan. Otherwise the own one, which is
 * told NOT_FOUND of maps of others.
 */
export const actForOwner =
  (sql: Sql) =>
  async (principal: Principal, route: Route, request: HttpRequest, params: Params): Promise<Principal> => {
    const mapId = await mapOf(sql, route, request, params);
    if (mapId === null) return principal;
    const shared = await findSharedAccess(sql, principal.accountId, mapId);
    if (shared === null) {
      // Without the plan an own map needs it, and another is not there.
      if (principal.plan !== PLAN && !(await findOwnedMap(sql, principal.accountId, mapId))) throw notFound();
      return principal;
    }
    const { level, ownerId: accountId, ownerPlan: plan } = shared;
    if (plan !== PLAN)
      throw new AppError('PLAN_REQUIRED', "the account of the map's owner needs the enterprise plan");
    if (!allows(level, route.operationId)) throw notAllowed(level);
    return { ...principal, accountId, plan, superuser: false, level };
  };

/** null: the operation is on no map. */
async function mapOf(sql: Sql, { path, operationId }: Route, { query }: HttpRequest, params: Params) {
  const { map_id: map, job_id: job } = params;
  if (path.includes('{map_id}')) return MAP_ID.test(map!) ? Number(map) : null;
  if (path.includes('{job_id}')) return JOB_ID.test(job!) ? findMapOfJob(sql, job!) : null;
  if (operationId !== JOBS_OF_MAP) return null;
  const [asked = '', ...others] = new URLSearchParams(query).getAll('map_id');
  return others.length === 0 && MAP_ID.test(asked) ? Number(asked) : null;
}

const notAllowed = (level: Level): AppError =>
  new AppError(
    'FORBIDDEN',
    `the map is shared with you as ${level}, which does not allow this: ask the owner of the map`,
  );
