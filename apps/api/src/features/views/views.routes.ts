import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { changeView, removeView, saveView } from './change-view.commands.ts'
import { mayShareViews } from './views.policy.ts'
import { findViews, getView } from './views.queries.ts'

const { views } = contract

export const viewsRouter = {
  list: serve(views.list, async ({ db, actor, query }) => ({
    results: await findViews(db, actor, query.list),
    can: { share: mayShareViews(actor) },
  })),

  save: serve(views.save, async ({ db, actor, body }) => getView(db, actor, await saveView(db, actor, body))),

  change: serve(views.change, async ({ db, actor, params, body }) => {
    await changeView(db, actor, params.id, body)
    return getView(db, actor, params.id)
  }),

  remove: serve(views.remove, async ({ db, actor, params }) => {
    await removeView(db, actor, params.id)
    return undefined
  }),
}
