/** Options of a picture, under the names that the API gives them. */
export interface PictureOptions {
  preset: 'pin_coverage' | 'us' | 'world' | 'regions';
  format: 'png' | 'pdf';
  map_type: 'map' | 'satellite';
  paper_size: 'letter' | 'a4';
  orientation: 'landscape' | 'portrait';
  legend: boolean;
  title: boolean;
  labels: boolean;
}

/** Pixels of a PNG an inch. */
export const PNG_DPI = 200;
