import type { Caller } from './callers.js';

/* The rules of access, (docs/decisions.md#order-of-checks), beside the code that keeps them. */

export interface Operation {
  /** null: no such path, or no such method. */
  operationId: string | null;
  method: string;
  path: string;
  /** There is a query or a body to be judged. */
  hasInput: boolean;
}

/** Resource that a request names. */
export interface Target {
  name: string;
  /** null: there is none of this id. */
  map: { accountId: number; state: 'active' | 'archived' | 'deleted' } | null;
  /** Tells whether marker and share of the path are on that map. */
  hasChildren: boolean;
}

const WITHOUT_KEY = new Set<string | null>(['getOpenApi', 'getBaseTile', 'getBaseStyle', 'deleteSession']);
/** The name stands in the query, which is judged as a whole. */
const NEARBY = 'findNearby';
/** Work that a key may do so many times a day. */
const COUNTED = new Set<string | null>(['createMap', 'createMarker', 'importMarkers', 'retryJob']);

export const isWrite = ({ method }: Operation): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * The status that a request must have: 401, 429, 402, 403, 404, 400, 429, in this order.
 * @param isBroken neither its query nor its body can be read
 * @param success of the operation
 */
export function expectedStatus(
  operation: Operation,
  caller: Caller,
  target: Target,
  isBroken: boolean,
  success: number,
): number {
  const { operationId } = operation;
  if (caller.usedUp === 'minute') return 429;
  if (!WITHOUT_KEY.has(operationId)) {
    if (!caller.isKnown) return 401;
    if (caller.account.plan !== 'enterprise') return 402;
  }
  if (operationId === null) return 404;
  if (isWrite(operation) && caller.scope === 'read_only' && !WITHOUT_KEY.has(operationId)) return 403;
  if (operationId === NEARBY && isBroken) return 400;
  if (!isReached(operation, caller, target)) return 404;
  if (isBroken && operation.hasInput) return 400;
  if (caller.usedUp === 'day' && COUNTED.has(operationId)) return 429;
  return success;
}

function isReached({ operationId, path }: Operation, { account }: Caller, target: Target): boolean {
  const { map, hasChildren } = target;
  if (!/\{\w+_id\}/.test(path) && operationId !== NEARBY) return true;
  if (map === null) return false;
  const isOwned = map.accountId === account.id;
  // A webhook is of the account, whatever becomes of its maps.
  if (operationId === 'restoreMap' || path.includes('{webhook_id}')) return isOwned;
  if (map.state === 'deleted') return false;
  // The maps of others in the matrix are shared with these.
  if (operationId === NEARBY) return isOwned || /^(viewer|member|admin)@/.test(account.email);
  if (operationId === 'transferMap') return isOwned || account.isSuperuser;
  return isOwned && (hasChildren || !/\{(marker|share)_id\}/.test(path));
}
