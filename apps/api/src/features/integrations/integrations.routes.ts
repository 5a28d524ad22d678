import { contract } from '@vialdesk/contract'
import { TOKEN_REVOKED } from '@vialdesk/contract/business/integrations'
import { serve } from '#api/platform/http/serve.ts'
import { addAccessToken, revokeAccessToken } from './change-access-token.commands.ts'
import { getAccessToken, listAccessTokens } from './integrations.queries.ts'
import { machineCallGroups } from './machine-call-groups.pure.ts'

const { integrations } = contract

export const integrationsRouter = {
  list: serve(integrations.list, ({ db, query }) => listAccessTokens(db, query)),

  calls: serve(integrations.calls, async () => machineCallGroups),

  add: serve(integrations.add, async ({ db, actor, body }) => {
    const { id, token } = await addAccessToken(db, actor, body)
    return { ...(await getAccessToken(db, id)), token }
  }),

  revoke: serve(integrations.revoke, async ({ db, params }) => {
    await revokeAccessToken(db, params.id)
    return { message: TOKEN_REVOKED }
  }),
}
