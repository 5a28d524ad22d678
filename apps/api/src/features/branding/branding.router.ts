import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/serve.ts'
import { getConfig } from './branding.queries.ts'
import { buildVersion } from './version.queries.ts'

const { branding } = contract

export const brandingRouter = {
  buildVersion: serve(branding.buildVersion, async () => ({ version: buildVersion() })),
  config: serve(branding.config, async ({ db, params }) => getConfig(db, params.identifier)),
}
