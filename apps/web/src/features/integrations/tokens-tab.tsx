import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Button } from '@mantine/core'
import { IconBan, IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { AccessToken } from '@vialdesk/contract/integrations'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { isLive, tokenColumns } from './token.columns.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenForm } from './token-form.tsx'

const LEAD = 'A machine logs in with a token instead of a password. It makes only the calls that you choose.'

function useRevokeToken() {
  const revoke = useMutation({
    ...apiMutation('POST /api/v1/access-tokens/{id}/revoke/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  return async ({ id, name }: AccessToken) => {
    const consequence = 'Systems that use it are refused at once. This cannot be undone.'
    if (await confirm({ title: `Revoke ${name}?`, consequence, verb: 'Revoke', danger: true })) revoke.mutate({ params: { id } })
  }
}

const tokens = defineList('GET /api/v1/access-tokens/', {
  name: 'access-tokens',
  label: 'Access tokens',
  pageSize: 10,
  columns: tokenColumns,
  rowName: ({ name }) => name,
  empty: { icon: IconKey, hint: 'Make a token for each system, so that you can revoke one alone.' },
})

/** The access tokens of the domain. */
export function TokensTab() {
  const [adding, setAdding] = useState(false)
  const [token, setToken] = useState<string>()
  const revoke = useRevokeToken()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Make token
    </Button>
  )
  return (
    <Section title="Access tokens" lead={LEAD} action={add}>
      <List
        of={tokens}
        rowActions={(row) => [
          { label: 'Revoke', icon: IconBan, danger: true, disabled: !isLive(row), onClick: () => void revoke(row) },
        ]}
      />
      <FormDialog title="Make token" opened={adding} onClose={() => setAdding(false)}>
        {(unsaved) => <TokenForm onClose={() => setAdding(false)} onToken={setToken} unsaved={unsaved} />}
      </FormDialog>
      <TokenDialog token={token} onClose={() => setToken(undefined)} />
    </Section>
  )
}
