export * from '../../load/osm-pbf/osm-pbf.js';
