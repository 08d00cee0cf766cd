import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, call, setKey } from './api.js';
import { Button, Field, Problem, useAction } from './ui.js';

export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M16 6a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7z" />
    <circle cx="16" cy="13" r="2.6" />
  </svg>
);

/** Words for what a person can do about a refused key. */
function explain(error: unknown): Error {
  if (error instanceof ApiError && error.status === 401)
    return new Error(
      'This key is wrong, revoked or expired. Check that all of it was copied, or ask for a new one.',
    );
  if (error instanceof ApiError && error.status === 402)
    return new Error(
      'This key is right, but its account has no plan with access. Ask the operator of this service.',
    );
  return error as Error;
}

export function SignIn({ why, onSignedIn }: { why: string; onSignedIn: () => void }) {
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [signIn, busy, error] = useAction(async () => {
    // Headers take nothing else.
    const key = value.replace(/[^\x21-\x7e]/g, '');
    setKey(key);
    try {
      await call('GET', '/me');
    } catch (failure) {
      setKey(null);
      throw explain(failure);
    }
    onSignedIn();
  });
  return (
    <main class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <Logo />
        <h1>Sign in to cartload</h1>
        <p class="muted">Put spreadsheets on maps, see what was read, and mend it.</p>
        <Field label="API key" hint="Kept in this tab only, and gone when you close it.">
          {(id) => (
            <input
              id={id}
              ref={input}
              type="password"
              autocomplete="off"
              spellcheck={false}
              placeholder="ck_…"
              required
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          )}
        </Field>
        <Problem error={error ?? (why ? new Error(why) : null)} />
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
        <p class="hint">
          No key yet? The operator of this service makes one with{' '}
          <code>cartload key create --email you@example.com</code>.
        </p>
      </form>
    </main>
  );
}
