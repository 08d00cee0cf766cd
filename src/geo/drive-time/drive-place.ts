/** Start of a drive and its duration. */
export interface DrivePlace {
  /** Degrees with at most 5 decimals (about 1 m). */
  readonly lon: number;
  readonly lat: number;
  /** Whole number from 1 to MAX_MINUTES. */
  readonly minutes: number;
}

const DECIMALS = 1e5;
/** Rounds to 5 decimals; adding 0 turns -0 into 0. */
const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS + 0;

/** The drive that starts at a marker. Longitude 180 becomes -180. */
export function drivePlace(lat: number, lng: number, minutes: number): DrivePlace {
  const lon = rounded(lng);
  return { lon: lon === 180 ? -180 : lon, lat: rounded(lat), minutes };
}

/** Key that is equal for places with the same area. */
export const drivePlaceKey = ({ lon, lat, minutes }: DrivePlace): string => `${lon},${lat},${minutes}`;
