import './navigator.js';
import pg from 'pg';

export default pg;
