import { type BoldsignRegion, boldsignRegions } from '@vialdesk/contract/signing'
import type { Db } from '#api/db/db.ts'

/** A document stays with its provider when the domain chooses another one. */
const USES_BOLDSIGN = `
  select s.region
  from signing_settings s
  where s.domain_id = $1
    and (
      s.provider = 'boldsign'
      or exists (
        select
        from documents d
        where d.domain_id = $1 and d.provider = 'boldsign' and d.provider_ref is not null and d.status = 'Pending'
      )
    )`

/** The origins whose pages the portal shows in frames: those of the signing provider that the domain uses. */
export async function findFrameSources(db: Db): Promise<string[]> {
  const rows = await db.rows<{ region: BoldsignRegion }>(USES_BOLDSIGN, [db.domainId])
  return rows.map(({ region }) => boldsignRegions[region].app)
}
