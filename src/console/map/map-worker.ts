// Runs on threads of the browser. The page imports it for its address, and does no work by that.
import 'maplibre-gl/worker';

export default import.meta.url;
