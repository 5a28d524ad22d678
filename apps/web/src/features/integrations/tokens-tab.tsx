import { Code, Text, TextInput } from '@mantine/core'
import { IconBan, IconKey } from '@tabler/icons-react'
import { DateInput } from '@vialdesk/contract/base/primitives'
import { type AccessToken, MAX_TOKEN_DAYS, NewAccessToken } from '@vialdesk/contract/business/integrations'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useAction, useFormCall } from '#web/lib/api/use-call.ts'
import { addDays, today } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { CallSelect } from './call-select.tsx'

/** A person enters a day. The token expires at its end, in UTC. */
const TokenInput = NewAccessToken.extend({ expires_at: DateInput })
const endOf = (day: string) => `${day}T23:59:59Z`
/** Two days less than the server allows, because the last day ends later than now. */
const lastDay = () => addDays(today(), MAX_TOKEN_DAYS - 2)
const DEFAULT_DAYS = 90

interface Props {
  onClose: () => void
  /** Gets the new token, which the server answers once. */
  onToken: (token: string) => void
}

function useTokenForm({ onClose, onToken }: Props) {
  const add = useFormCall('POST /api/v1/access-tokens/')
  return useContractForm(TokenInput, {
    initialValues: { name: '', calls: [] as string[], expires_at: addDays(today(), DEFAULT_DAYS) },
    async send(body) {
      const { token } = await add({ body: { ...body, expires_at: endOf(body.expires_at) } })
      onClose()
      onToken(token)
    },
  })
}

/** Makes an access token. */
function TokenForm(props: Props) {
  const form = useTokenForm(props)
  const { calls } = form.getValues()
  return (
    <Form {...form.formProps} label="Make token" verb="Make token" onCancel={props.onClose}>
      <TextInput
        label="Name"
        description="The system that uses the token."
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <CallSelect value={calls} onChange={(next) => form.setFieldValue('calls', next)} error={form.errors.calls} />
      <DayInput label="Expires" required minDate={today()} maxDate={lastDay()} {...form.getInputProps('expires_at')} />
    </Form>
  )
}

const isLive = ({ revoked_at, expires_at }: AccessToken, now = Date.now()): boolean =>
  revoked_at === null && new Date(expires_at).getTime() > now

function TokenState({ token }: { token: AccessToken }) {
  if (token.revoked_at !== null) return <StatusBadge meaning="neutral">Revoked</StatusBadge>
  return isLive(token) ? <StatusBadge meaning="good">Active</StatusBadge> : <StatusBadge meaning="bad">Expired</StatusBadge>
}

/** The calls of a token: one by its key, more by their number, with all of them on hover. */
const callsText = ({ calls }: AccessToken) =>
  calls.length === 1 ? calls[0] : <Text span inherit title={calls.join('\n')}>{`${formatCount(calls.length)} calls`}</Text>

const tokenColumns: Column<AccessToken>[] = [
  { key: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'prefix', header: 'Begins with', noWrap: true, cell: ({ prefix }) => `${prefix}…` },
  { key: 'calls', header: 'May make', cell: callsText },
  { key: 'created_by', header: 'Made by', cell: ({ created_by }) => created_by.name },
  { key: 'last_used_at', header: 'Last used', cell: ({ last_used_at }) => <DateText value={last_used_at} blank="Never" /> },
  { key: 'expires_at', header: 'Expires', cell: ({ expires_at }) => <DateText value={expires_at} /> },
  { key: 'state', header: 'State', cell: (token) => <TokenState token={token} /> },
]

const LEAD = 'A machine logs in with a token instead of a password. It makes only the calls that you choose.'

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
  const revoke = useAction('POST /api/v1/access-tokens/{id}/revoke/')
  const add = <AddButton onClick={() => setAdding(true)}>Make token</AddButton>
  return (
    <Section title="Access tokens" lead={LEAD} action={add}>
      <List
        of={tokens}
        rowActions={(row) => [
          {
            label: 'Revoke',
            icon: IconBan,
            danger: true,
            disabled: !isLive(row),
            asks: {
              title: `Revoke ${row.name}?`,
              consequence: 'Systems that use it are refused at once. This cannot be undone.',
            },
            onClick: () => revoke.mutate({ params: { id: row.id } }),
          },
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
