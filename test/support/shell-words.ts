import { fetchDocumented } from './documented.js';
/** A command as a shell would start it. */
export interface ShellCommand {
  words: string[];
  /**
   * The command whose output it reads: `printf …
   * curl …`.
   */
  input: ShellCommand | null;
}

/**
 * Parses the subset of shell in our documents: words, both quotes, `$NAME`, line continuations, pipes, `&&`
 * and comments. `export` sets variables for later commands.
 * @throws Error for an unset variable and any other syntax
 */
export function parseShell(text: string, variables: Record<string, string>): ShellCommand[] {
  const commands: ShellCommand[] = [];
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    let input: ShellCommand | null = null;
    let words: string[] = [];
    const finish = (pipe: boolean): void => {
      if (words.length === 0) return;
      const command = { words, input };
      input = pipe ? command : null;
      words = [];
      if (pipe) return;
      if (command.words[0] === 'export') for (const word of command.words.slice(1)) assign(word, variables);
      else commands.push(command);
    };
    for (const token of tokensOf(line)) {
      if (token === '|') finish(true);
      else if (token === '&&') finish(false);
      else words.push(unquote(token, variables));
    }
    finish(false);
  }
  return commands;
}

function assign(word: string, variables: Record<string, string>): void {
  const at = word.indexOf('=');
  if (at < 1) throw new Error(`'export ${word}' sets nothing`);
  variables[word.slice(0, at)] = word.slice(at + 1);
}

const TOKEN = /\s*(?:(#.*$)|(\||&&)|((?:'[^']*'|"[^"]*"|[^\s'"|&;<>`()#])+))/y;

function tokensOf(line: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(line);
    if (match === null) throw new Error(`cannot be read: ${line.slice(at)}`);
    const token = match[2] ?? match[3];
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

function unquote(token: string, variables: Record<string, string>): string {
  return token.replace(
    /'([^']*)'|\$(\w+)|"/g,
    (quote, literal: string | undefined, name: string | undefined) => {
      if (literal !== undefined) return literal;
      if (name === undefined) return quote === '"' ? '' : quote;
      const value = variables[name];
      if (value === undefined) throw new Error(`$${name} is not set`);
      return value;
    },
  );
}

/** Sends the request of a curl command, with the options in our documents. @throws Error for others */
export async function curl({ words, input }: ShellCommand): Promise<Response> {
  const headers = new Headers();
  let body: string | null = null;
  let url: string | null = null;
  const rest = words.slice(1);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-s') continue;
    const value = word.startsWith('-') ? rest.shift() : undefined;
    if (word === '-H') {
      const [name = '', ...text] = value!.split(':');
      headers.append(name, text.join(':').trim());
    } else if (word === '-o') continue;
    else if (word === '-d') body = value!;
    else if (word === '--data-binary' && value === '@-') body = printed(input);
    else if (!word.startsWith('-') && url === null) url = word;
    else throw new Error(`curl ${word} is not known here`);
  }
  if (url === null) throw new Error(`no address in '${words.join(' ')}'`);
  return fetchDocumented(url, {
    method: body === null ? 'GET' : 'POST',
    headers,
    ...(body !== null && { body }),
  });
}

function printed(command: ShellCommand | null): string {
  if (command?.words[0] !== 'printf' || command.words.length !== 2 || command.words[1]!.includes('%')) {
    throw new Error(`only a printf of one text is known, not '${command?.words.join(' ')}'`);
  }
  return command.words[1]!.replaceAll('\\n', '\n');
}
