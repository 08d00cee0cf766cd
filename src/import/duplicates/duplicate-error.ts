import type { RowError } from '../../schema/job.js';

export function duplicateError(index: number, line: number): RowError {
  const message = 'a marker with this name and these coordinates is there already';
  return { index, line: line || null, code: 'duplicate', column: null, message };
}
