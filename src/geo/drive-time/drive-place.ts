/** Where a drive begins, and how long it may take. */
export interface DrivePlace {
  /** Degrees with at most 5 decimals (1 m), as areas are drawn for. */
  readonly lon: number;
  readonly lat: number;
  /** Whole; 1 to MAX_MINUTES. */
  readonly minutes: number;
}

const DECIMALS = 1e5;
/** + 0: no negative zero. */
const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS + 0;

/** Of a marker. 180 and -180 are one meridian. */
export function drivePlace(lat: number, lng: number, minutes: number): DrivePlace {
  const lon = rounded(lng);
  return { lon: lon === 180 ? -180 : lon, lat: rounded(lat), minutes };
}

/** The same for places that have the same area. */
export const drivePlaceKey = ({ lon, lat, minutes }: DrivePlace): string => `${lon},${lat},${minutes}`;
