import { contract } from '@vialdesk/contract'
import { TOKEN_REVOKED } from '@vialdesk/contract/access-tokens'
import { serve } from '#api/platform/http/serve.ts'
import { getAccessToken, listAccessTokens } from './access-tokens.queries.ts'
import { addAccessToken, revokeAccessToken } from './change-access-token.commands.ts'
import { machineCallGroups } from './machine-call-groups.pure.ts'

const { accessTokens } = contract

export const accessTokensRouter = {
  list: serve(accessTokens.list, ({ db, query }) => listAccessTokens(db, query)),

  calls: serve(accessTokens.calls, async () => machineCallGroups),

  add: serve(accessTokens.add, async ({ db, actor, auditActor, body }) => {
    const { id, token } = await addAccessToken(db, auditActor, actor, body)
    return { ...(await getAccessToken(db, id)), token }
  }),

  revoke: serve(accessTokens.revoke, async ({ db, auditActor, params }) => {
    await revokeAccessToken(db, auditActor, params.id)
    return { message: TOKEN_REVOKED }
  }),
}
