import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type NoticeKind, noticeKinds, rolesByNoticeKind } from '@vialdesk/contract/people/notices'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'

const choices = apiQuery('GET /api/v1/notices/choices/')
const kinds = Object.entries(noticeKinds) as [NoticeKind, string][]

/** Security notices cannot be turned off. */
const ALWAYS_ON: NoticeKind = 'account'

/** Optimistic: the switch returns to its old state when saving fails. */
function useSaveChoice() {
  const client = useQueryClient()
  return useMutation({
    ...apiMutation('PATCH /api/v1/notices/choices/', { keepsScreen: true }),
    onMutate: async ({ body }) => {
      await client.cancelQueries(choices)
      const before = client.getQueryData(choices.queryKey)
      client.setQueryData(choices.queryKey, (now) => now && { ...now, ...body })
      return { before }
    },
    onError: (_error, _input, context) => client.setQueryData(choices.queryKey, context?.before),
    onSuccess: (answer) => client.setQueryData(choices.queryKey, answer),
  })
}

/** Choice of messages that are also sent by email. */
export function NoticeChoices() {
  const query = useQuery(choices)
  const role = useSession()?.role
  const ownKinds = kinds.filter(([kind]) => role && rolesByNoticeKind[kind].includes(role))
  const { mutate } = useSaveChoice()
  return (
    <Loaded query={query}>
      {(chosen) => (
        <Stack gap="md">
          {ownKinds.map(([kind, label]) => (
            <Switch
              key={kind}
              label={label}
              description={kind === ALWAYS_ON ? 'Always sent to keep your account safe.' : undefined}
              checked={chosen[kind]}
              disabled={kind === ALWAYS_ON}
              onChange={(event) => mutate({ body: { [kind]: event.currentTarget.checked } })}
            />
          ))}
        </Stack>
      )}
    </Loaded>
  )
}
