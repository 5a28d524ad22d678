import { Alert, Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconKey, IconRefresh, IconSend, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type EmailRecord, TestMail } from '@vialdesk/contract/business/email'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { emailRecordColumns } from './email-record.columns.tsx'

/** Sends a mail at once and shows what the mail server says. */
function TestMailForm() {
  const send = useMutation(apiMutation('POST /domain/email-settings/test-mail/', { handlesErrors: true }))
  const form = useContractForm(TestMail, {
    initialValues: { to: useSession()?.user.email ?? '' },
    guard: false,
    send: (body) => send.mutateAsync({ body }),
  })
  const result = form.busy || form.failure ? undefined : send.data
  return (
    <Form {...form.formProps} label="Test mail">
      <Group align="flex-end" gap="xs">
        <TextInput label="Send a test mail to" type="email" flex="1 1 240px" maw={400} {...form.getInputProps('to')} />
        <SubmitButton variant="default" busy={form.busy} leftSection={<IconSend size={16} />}>
          Send test mail
        </SubmitButton>
      </Group>
      <div role="status">
        {result && (
          <Alert color={result.success ? 'green' : 'red'} icon={result.success ? <IconCheck size={18} /> : <IconX size={18} />}>
            {result.message}
          </Alert>
        )}
      </div>
    </Form>
  )
}

const LEAD = 'Enter these records at the DNS provider of your mail domain, so that your mails arrive.'
const TWO_KEYS = 'A new DKIM key waits for its record. Keep the record of the earlier key until the new one is valid.'

const summaryOf = (records: EmailRecord[]) => {
  const valid = records.filter((record) => record.valid).length
  return valid === records.length ? 'All records are valid.' : `${valid} of ${records.length} records are valid.`
}

/** Looks up the records. The list is fetched again afterwards. */
function useVerify() {
  const verify = useMutation(apiMutation('GET /domain/email-settings/by-domain/{id}/status/'))
  return { ...verify, start: () => verify.mutate({ params: { id: portal().domain.id } }) }
}

function NewKeyButton() {
  const make = useAction('POST /domain/email-settings/new-key/')
  const ask = async () => {
    const consequence = 'You enter one more record at your DNS provider. The earlier key signs until the new record is found.'
    if (await confirm({ title: 'Make a new DKIM key?', consequence, verb: 'Make a new key' })) make.mutate()
  }
  return (
    <Button variant="default" leftSection={<IconKey size={16} />} loading={make.isPending} onClick={() => void ask()}>
      New DKIM key
    </Button>
  )
}

function Records({ records }: { records: EmailRecord[] }) {
  const isRenewing = records.filter(({ purpose }) => purpose === 'dkim').length > 1
  return (
    <Stack gap="md">
      {isRenewing && (
        <Alert color="blue" role="status">
          {TWO_KEYS}
        </Alert>
      )}
      <ShortList
        label="DNS records"
        columns={emailRecordColumns}
        rows={records}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
      />
    </Stack>
  )
}

/** The DNS records of the mail domain, the DKIM key and a test mail. A section of White Label Settings. */
export function EmailConfiguration() {
  const query = useQuery(apiQuery('GET /domain/email-settings/by-domain/{id}/', { params: { id: portal().domain.id } }))
  const verify = useVerify()
  const buttons = (
    <Group gap="xs">
      <NewKeyButton />
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        disabled={verify.isPending}
        aria-label="Verify Status: Email Configuration"
        onClick={verify.start}
      >
        Verify Status
      </Button>
    </Group>
  )
  return (
    <Section title="Email Configuration" lead={LEAD} action={buttons}>
      <Group gap="xs" role="status" mb="sm" mih={24}>
        {verify.isPending && <Loader size={16} aria-hidden />}
        <Text c="dimmed">{verify.isPending ? 'checking DNS records status...' : verify.data && summaryOf(verify.data.data)}</Text>
      </Group>
      <Loaded query={query} loading="Loading DNS records…">
        {({ data }) => <Records records={data} />}
      </Loaded>
      <Stack gap="md" mt="lg">
        <TestMailForm />
        <Text>
          <Anchor component={Link} to="/mail-log" inherit underline="always">
            Mail Log
          </Anchor>{' '}
          shows every mail of the portal and whether it was sent.
        </Text>
      </Stack>
    </Section>
  )
}
