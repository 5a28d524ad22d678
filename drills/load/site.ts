/** Installations whose parts are harmed. */
import type pg from 'pg'
import type { DrillOptions } from '../drill.ts'
import { type Business, createBusiness } from '../harness/business.ts'
import { type PreparedDatabase, startDatabase } from '../harness/database.ts'
import { type DrillPortal, productionSettings, startPortal } from '../harness/portal.ts'

export interface Site {
  portal: DrillPortal
  business: Business
  /** Connections that read past row-level security, to the PostgreSQL that runs now. */
  superuser(): Promise<pg.Pool>
  /** Of the console. */
  settings: Record<string, string>
}

/** One process of the portal on this database. */
export async function startSite<Database extends PreparedDatabase>({ resources }: DrillOptions, database: Database) {
  const business = await createBusiness(database)
  const portal = await startPortal(resources, database)
  return { database, business, portal, settings: productionSettings(database), superuser: async () => database.superuser }
}

/** As in production: a PostgreSQL of its own and one process of the portal. */
export const startProductionSite = async (options: DrillOptions) => startSite(options, await startDatabase(options.resources))
