import { Alert, Code, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { formatExactTime, formatUtc } from '#web/lib/format/dates.ts'
import { FileDrop, pdfFile } from '#web/ui/forms/file-drop.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { RetryButton } from './message.tsx'
import { PlainPage } from './plain-page.tsx'
import { sha256OfFile } from './sha256.ts'

const MAX_BYTES = 100 * 1024 * 1024

const CALL = 'POST /api/v1/signing/verify/'
type Verdict = Answer<typeof CALL>

interface Checked {
  name: string
  sha256: string
  verdict: Verdict
}

async function check(file: File): Promise<Checked> {
  const sha256 = await sha256OfFile(file)
  return { name: file.name, sha256, verdict: await request(CALL, { body: { sha256 }, asGuest: true }) }
}

function Known({ business, completed_at, signatures, pages }: Verdict) {
  return (
    <Alert color="green" icon={<IconCircleCheck size={20} />} title="This document is genuine and unchanged">
      <Text size="sm" mb="sm">
        It is exactly the file that this portal sealed after everybody had signed.
      </Text>
      <Facts
        title="Record of the seal"
        headingLevel={2}
        facts={[
          { label: 'Sealed for', value: business },
          { label: 'Completed', value: completed_at && `${formatExactTime(completed_at)} (${formatUtc(completed_at)})` },
          { label: 'Signatures', value: signatures },
          { label: 'Pages', value: pages },
        ]}
      />
    </Alert>
  )
}

const Unknown = () => (
  <Alert color="red" icon={<IconAlertTriangle size={20} />} title="This file is not known here">
    It was changed after it was sealed, or it is no sealed document of this portal. A scan, a photo or a new print of a document
    is another file, too. Ask for the original file, and check it again.
  </Alert>
)

function Result({ name, sha256, verdict }: Checked) {
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Result for <strong>{name}</strong>
      </Text>
      {verdict.known ? <Known {...verdict} /> : <Unknown />}
      <Text size="xs" c="dimmed">
        SHA-256 <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
      </Text>
    </Stack>
  )
}

/** Compares a file with the sealed documents of the portal. Only its checksum is sent. */
export function VerifyScreen() {
  const meta = { handlesErrors: true, onlyReads: true }
  const { mutate, data, error, isPending, variables, reset } = useMutation({ mutationFn: check, meta })
  const [refused, setRefused] = useState<string>()
  const start = (file: File) => {
    setRefused(undefined)
    mutate(file)
  }
  const refuse = (sentence: string) => {
    reset()
    setRefused(sentence)
  }
  return (
    <PlainPage>
      <Title order={1}>Verify a document</Title>
      <Text c="dimmed" mt={4} mb="lg">
        Check that a signed document is genuine and unchanged. The file stays on your device: only its checksum is compared.
      </Text>
      <Stack gap="lg">
        <FileDrop
          label="Document to verify"
          {...pdfFile(MAX_BYTES)}
          accept={['application/pdf', '.pdf']}
          busy={isPending ? 'Checking…' : undefined}
          error={refused}
          onFile={start}
          onReject={refuse}
        />
        <div aria-live="polite">
          {error && !isPending && (
            <Alert color="red" icon={<IconAlertTriangle size={20} />} title="The document could not be checked">
              <Text size="sm">{readErrorMessage(error)}</Text>
              <RetryButton mt="sm" size="xs" onClick={() => variables && mutate(variables)} />
            </Alert>
          )}
          {data && !isPending && <Result {...data} />}
        </div>
      </Stack>
    </PlainPage>
  )
}
