// Room console: the page at `/`, which runs in the browser. Bundled by src/pack/console.ts; nothing of the
// service imports it.
import './style.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { forgetSignIn, isSignedIn, signOut, whenRefused } from './api.js';
import { MapScreen } from './map/map-screen.js';
import { MapsScreen } from './maps.js';
import { SignIn } from './sign-in.js';
import { Icon } from './ui.js';

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

function App() {
  const route = useRoute();
  const online = useOnline();
  const [signedIn, setSignedIn] = useState(isSignedIn());
  const [why, setWhy] = useState('');
  const leave = (reason = ''): void => {
    setWhy(reason);
    setSignedIn(false);
  };
  // The address stays, so that whoever signs in again is where they were.
  const refused = (reason: string): void => {
    forgetSignIn();
    leave(reason);
  };
  const signsOut = (): void => {
    void signOut();
    leave();
  };
  useEffect(() => whenRefused(refused), []);
  const mapId = /^\/maps\/(\d+)$/.exec(route)?.[1];
  return (
    <>
      {!online && (
        <div class="offline" role="status">
          <Icon name="warning" /> No connection. What you see may be old; changes wait until you are back
          online.
        </div>
      )}
      {!signedIn ? (
        <SignIn
          why={why}
          onSignedIn={() => {
            setWhy('');
            setSignedIn(true);
          }}
        />
      ) : mapId ? (
        <MapScreen key={mapId} mapId={Number(mapId)} onSignOut={signsOut} />
      ) : (
        <MapsScreen onSignOut={signsOut} />
      )}
    </>
  );
}

render(<App />, document.getElementById('app')!);
