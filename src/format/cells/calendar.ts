/**
 * Days of a month, 1 to 12. Date.UTC takes the years 0 to 99 for those of the 20th century; the calendar
 * repeats itself every 400 years.
 */
export const daysOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(400 + year, month, 0)).getUTCDate();
