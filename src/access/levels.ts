// Rights of the levels of a share: what a person who signed in may do with a map of another account
// (docs/sharing.md). A key reaches only the maps of its own account, whatever is shared with it.

export const ACCESS_LEVELS = ['viewer', 'member', 'admin'] as const;
export type Level = (typeof ACCESS_LEVELS)[number];

/** Operations on a map by the least level that may do them, each level doing what those before it do. */
const ALLOWED = {
  /** Sees the map, and takes its places along. */
  viewer: [
    ...['getMap', 'getMapAccess', 'getTileJson', 'getMapTile'],
    ...['listCategories', 'listColors', 'listFields'],
    ...['listMarkers', 'getMarker', 'getMarkerArea', 'searchMarkers'],
    ...['exportMarkers', 'exportMarkersAsGeoJson'],
  ],
  /** Works on what is on the map: places, legend, imports with the rows of their files, pictures. */
  member: [
    ...['createMarker', 'patchMarker', 'deleteMarker', 'deleteMarkers'],
    ...['putCategories', 'deleteCategories', 'deleteUnusedFields'],
    ...['importMarkers', 'listJobs', 'getJob', 'listenToJob', 'cancelJob', 'undoJob', 'retryJob'],
    ...['getJobErrors', 'getJobSkipped', 'getJobChanges', 'renderImage'],
  ],
  /** Looks after the map itself, and sees who else does. */
  admin: ['patchMap', 'extendColors', 'listShares'],
} as const satisfies Record<Level, readonly string[]>;

/** Left to the owner: who has access, and whether and whose the map is. */
export const OF_OWNER = [
  ...['createShare', 'patchShare', 'deleteShare'],
  ...['archiveMap', 'restoreMap', 'deleteMap', 'transferMap', 'cloneMap'],
] as const;

/** The operations of a level. */
export const operationsOf = (level: Level): readonly string[] =>
  ACCESS_LEVELS.slice(0, ACCESS_LEVELS.indexOf(level) + 1).flatMap(
    (each): readonly string[] => ALLOWED[each],
  );

const SETS = new Map<Level, ReadonlySet<string>>(
  ACCESS_LEVELS.map((level) => [level, new Set(operationsOf(level))]),
);

export const allows = (level: Level, operationId: string): boolean => SETS.get(level)!.has(operationId);
