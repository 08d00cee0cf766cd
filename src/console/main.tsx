// Room console: the page at `/`, which runs in the browser. Bundled by src/pack/console.ts; nothing of the
// service imports it.
import './style.css';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { forgetSignIn, isSignedIn, signedInAs, signOut, whenRefused } from './api.js';
import { MapScreen } from './map/map-screen.js';
import { MapsScreen } from './maps.js';
import { SignIn } from './sign-in.js';
import { Icon } from './ui.js';

/** Address of a map, or of a place on it. */
const PLACE = /^\/maps\/(\d+)(?:\/places\/(\d+))?$/;
const readRoute = (): string => location.hash.replace(/^#/, '') || '/';

function useRoute(): string {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = (): void => setRoute(readRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return online;
}

/** Above a screen on which something was begun. */
function SignInAgain(props: { why: string; onSignedIn: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[type=password]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class="again"
      aria-label="Sign in again"
      onCancel={(event) => event.preventDefault()}
      onClose={() => ref.current?.showModal()}
    >
      <SignIn {...props} />
    </dialog>
  );
}

function App() {
  const route = useRoute();
  const online = useOnline();
  const [signedIn, setSignedIn] = useState(isSignedIn());
  const [why, setWhy] = useState('');
  /** Who began something on the screen, which stays until that person has signed in again. */
  const [keptFor, setKeptFor] = useState<string | null>(null);
  const who = useRef<string | null>(null);
  /** Nobody sees what another person has begun. */
  const [person, setPerson] = useState(0);
  who.current = signedIn ? (signedInAs() ?? who.current) : null;
  // The address stays, so that whoever signs in again is where they were.
  const refused = (reason: string): void => {
    const as = who.current;
    if (as === null) return;
    forgetSignIn();
    setKeptFor(document.querySelector('dialog, .side form') ? as : null);
    setWhy(reason);
    setSignedIn(false);
  };
  const signsOut = (): void => {
    void signOut();
    setWhy('');
    setSignedIn(false);
  };
  const signsIn = (): void => {
    setWhy('');
    setSignedIn(true);
    if (keptFor === null) return;
    // What has failed meanwhile is asked for again.
    if (keptFor === signedInAs()) setTimeout(() => dispatchEvent(new Event('online')));
    else setPerson((n) => n + 1);
    setKeptFor(null);
  };
  useEffect(() => whenRefused(refused), []);
  const [, mapId, markerId] = PLACE.exec(route) ?? [];
  const isKept = keptFor !== null;
  return (
    <>
      {!online && (
        <div class="offline" role="status">
          <Icon name="warning" /> No connection. What you see may be old; changes wait until you are back
          online.
        </div>
      )}
      {!signedIn && isKept && <SignInAgain why={why} onSignedIn={signsIn} />}
      {!signedIn && !isKept ? (
        <SignIn why={why} onSignedIn={signsIn} />
      ) : mapId ? (
        <MapScreen
          key={`${mapId} ${person}`}
          mapId={Number(mapId)}
          markerId={markerId === undefined ? null : Number(markerId)}
          onSignOut={signsOut}
        />
      ) : (
        <MapsScreen key={person} onSignOut={signsOut} />
      )}
    </>
  );
}

render(<App />, document.getElementById('app')!);
