import type { Database } from 'better-sqlite3';

/**
 * On macOS only this waits for the drive itself, and not merely for the drive's own memory; other systems do so anyway. Node's
 * `fsync` (`Files.sync`) asks for the same there.
 */
export function waitForDrive(database: Database): void {
  database.pragma('fullfsync = ON');
  database.pragma('checkpoint_fullfsync = ON');
}
