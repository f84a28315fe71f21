import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export type Store = Database.Database;

const schema = `
create table if not exists settings (name text primary key, value text not null) strict;
create table if not exists records (
  kind text not null, id text not null, seq integer primary key autoincrement,
  ticks integer not null, json text not null, unique (kind, id)) strict;
create table if not exists matters (
  seq integer primary key autoincrement, id text not null unique, status text not null,
  is_lead integer not null, matter_type_id text not null, ticks integer not null) strict;
-- Apart from what is filtered and sorted by, so that reaching a late page reads little.
create table if not exists matter_records (seq integer primary key, json text not null) strict;
create index if not exists matters_by_ticks on matters (ticks);
create table if not exists matter_contacts (
  contact_id text not null, matter_id text not null, primary key (contact_id, matter_id)) strict, without rowid;
create index if not exists matter_contacts_by_matter on matter_contacts (matter_id);
create table if not exists folders (
  id text primary key, matter_id text not null, parent_id text, name text not null,
  deleted integer not null default 0) strict, without rowid;
create index if not exists folders_by_matter on folders (matter_id);
create table if not exists files (
  id text primary key, matter_id text not null, folder_id text, name text not null, is_favorite integer not null,
  additional text not null, deleted integer not null default 0) strict, without rowid;
create index if not exists files_by_matter on files (matter_id);
create table if not exists versions (
  seq integer primary key autoincrement, id text not null unique, file_id text not null, upload_id text,
  sha256 text not null, size integer not null, content text not null, user_id text not null,
  created_at integer not null) strict;
create index if not exists versions_by_file on versions (file_id);
create table if not exists history (
  seq integer primary key autoincrement, id text not null unique, matter_id text not null,
  at integer not null, entry text not null) strict;
create index if not exists history_by_matter on history (matter_id);
create table if not exists history_folders (
  matter_id text not null, folder_key text not null, seq integer not null,
  primary key (matter_id, folder_key, seq)) strict, without rowid;
create table if not exists uploads (
  id text primary key, matter_id text not null, file_id text not null, metadata text not null,
  user_id text not null, announced_at integer not null, expires_at integer not null,
  metadata_applied integer not null default 0, version_id text) strict, without rowid;
create table if not exists jobs (id integer primary key autoincrement, kind text not null, payload text not null) strict;
create table if not exists people (
  username text primary key, password text not null, staff_id text not null) strict;
create table if not exists codes (
  hash text primary key, client_id text not null, staff_id text not null, redirect_uri text not null,
  scope text not null, challenge text, expires_at integer not null, used integer not null default 0) strict, without rowid;
create table if not exists tokens (
  hash text primary key, kind text not null, client_id text not null, staff_id text not null,
  scope text not null, code_hash text, expires_at integer not null) strict, without rowid;
create table if not exists deliveries (
  id text primary key, webhook_id text not null, event_type text not null, body text not null,
  attempts integer not null, delivered integer not null) strict, without rowid;
`;

/** Below the directory of a service. */
export const databaseName = 'practice.sqlite';
/** What the sample firm's documents hold, below the directory of a service. */
export const sampleContents = 'content/sample';

export function openStore(directory: string): Store {
  mkdirSync(join(directory, sampleContents), { recursive: true });
  const database = new Database(join(directory, databaseName));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = normal');
  database.exec(schema);
  return database;
}
