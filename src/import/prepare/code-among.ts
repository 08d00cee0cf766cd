/** A code among members as JSON text, trimmed; '' where it is not there. @param members null or '': none */
export function codeAmong(members: string | null, name: string): string {
  if (members === null || members === '') return '';
  const value: unknown = (JSON.parse(members) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim() : '';
}
