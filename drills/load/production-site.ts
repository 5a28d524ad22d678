/** An installation as in production: a PostgreSQL of its own and one process of the portal. */
import type { DrillOptions } from '../drill.ts'
import { createBusiness } from '../harness/business.ts'
import { type DrillDatabase, startDatabase } from '../harness/database.ts'
import { productionSettings, startPortal } from '../harness/portal.ts'
import type { Site } from './site.ts'

export async function startProductionSite({ resources }: DrillOptions): Promise<Site & { database: DrillDatabase }> {
  const database = await startDatabase(resources)
  const business = await createBusiness(database)
  const portal = await startPortal(resources, database)
  return { database, business, portal, settings: productionSettings(database), superuser: async () => database.superuser }
}
