import type pg from 'pg'
import type { Business } from '../harness/business.ts'
import type { DrillPortal } from '../harness/portal.ts'

/** An installation whose parts are killed. */
export interface Site {
  portal: DrillPortal
  business: Business
  /** Connections that read past row-level security, to the PostgreSQL that runs now. */
  superuser(): Promise<pg.Pool>
  /** Of the console. */
  settings: Record<string, string>
}
