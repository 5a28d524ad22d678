import { contract } from '@vialdesk/contract'
import { fail } from '#api/platform/fail.ts'
import { serve } from '#api/platform/serve.ts'
import { configOf } from './branding.queries.ts'
import { buildVersion } from './version.queries.ts'

const { branding } = contract

export const brandingRouter = {
  buildVersion: serve(branding.buildVersion, async () => ({ version: buildVersion() })),
  /** Of the domain that is visited; nothing is told of another. */
  config: serve(branding.config, async ({ domain, params }) =>
    params.identifier === domain.identifier ? configOf(domain) : fail('not_found'),
  ),
}
