import { Button, Code } from '@mantine/core'
import { IconBan, IconKey, IconPlus } from '@tabler/icons-react'
import type { AccessToken } from '@vialdesk/contract/integrations'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { isLive, tokenColumns } from './token.columns.tsx'
import { TokenForm } from './token-form.tsx'

const LEAD = 'A machine logs in with a token instead of a password. It makes only the calls that you choose.'

function useRevokeToken() {
  const revoke = useAction('POST /api/v1/access-tokens/{id}/revoke/')
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
        <TokenForm onClose={() => setAdding(false)} onToken={setToken} />
      </FormDialog>
      <SecretDialog title="Your new token" name="token" secret={token} onClose={() => setToken(undefined)}>
        Send it with each call in the header <Code>Authorization: Bearer</Code>. Keep it as safe as a password.
      </SecretDialog>
    </Section>
  )
}
