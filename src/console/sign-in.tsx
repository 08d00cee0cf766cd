import { useState } from 'preact/hooks';
import { ApiError, api, setKey, signIn } from './api.js';
import { Button, Problem, submits, TextField, useAction, useTitle } from './ui.js';

export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M16 6a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7z" />
    <circle cx="16" cy="13" r="2.6" />
  </svg>
);

/** Address to which the page for setting a password leads, with the e-mail of the account. */
const WELCOME = /^#\/welcome\/(.*)$/;
const LAST = 'cartload.email';

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

interface Props {
  why: string;
  onSignedIn: () => void;
}

export function SignIn({ why, onSignedIn }: Props) {
  useTitle('Sign in');
  const welcome = WELCOME.exec(location.hash)?.[1];
  const [email] = useState(welcome === undefined ? localStorage.getItem(LAST) : decodeURIComponent(welcome));
  const [byPassword, setByPassword] = useState(email !== null);
  const Form = byPassword ? PasswordForm : KeyForm;
  return (
    <main class="sign-in">
      <div class="card">
        <Logo />
        <h1>Sign in to cartload</h1>
        <p class="muted">Put spreadsheets on maps, see what was read, and mend it.</p>
        <Form
          email={email ?? ''}
          why={why}
          onSignedIn={() => {
            if (welcome !== undefined) location.hash = '/';
            onSignedIn();
          }}
        />
        <Button kind="quiet" onClick={() => setByPassword(!byPassword)}>
          {byPassword ? 'Use an API key' : 'Use e-mail and password'}
        </Button>
      </div>
    </main>
  );
}

function PasswordForm({ email: last, why, onSignedIn }: Props & { email: string }) {
  const [email, setEmail] = useState(last);
  const [password, setPassword] = useState('');
  const [run, busy, error] = useAction(async () => {
    try {
      await signIn(email.trim(), password);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401)
        throw new Error(
          'E-mail or password is wrong. A link to set a password comes with an invitation to a map.',
        );
      throw failure;
    }
    localStorage.setItem(LAST, email.trim());
    onSignedIn();
  });
  return (
    <form onSubmit={submits(run)}>
      <TextField
        label="E-mail"
        type="email"
        autocomplete="username"
        required
        autofocus={last === ''}
        maxLength={254}
        value={email}
        onValue={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autocomplete="current-password"
        required
        autofocus={last !== ''}
        maxLength={1024}
        value={password}
        onValue={setPassword}
      />
      <Problem error={error ?? (why ? new Error(why) : null)} />
      <Button kind="primary" type="submit" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}

function KeyForm({ why, onSignedIn }: Props) {
  const [value, setValue] = useState('');
  const [run, busy, error] = useAction(async () => {
    // Headers take nothing else.
    const key = value.replace(/[^\x21-\x7e]/g, '');
    setKey(key);
    try {
      await api.GET('/me');
    } catch (failure) {
      setKey(null);
      throw explain(failure);
    }
    onSignedIn();
  });
  return (
    <form onSubmit={submits(run)}>
      <TextField
        label="API key"
        hint="Kept in this tab only, and gone when you close it."
        type="password"
        autocomplete="off"
        placeholder="ck_…"
        required
        autofocus
        value={value}
        onValue={setValue}
      />
      <Problem error={error ?? (why ? new Error(why) : null)} />
      <Button kind="primary" type="submit" busy={busy}>
        Sign in
      </Button>
      <p class="hint">
        No key yet? The operator of this service makes one with{' '}
        <code>cartload key create --email you@example.com</code>.
      </p>
    </form>
  );
}
