import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, apiMutation } from '#web/lib/api/api.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { formatExactTime, formatUtc } from '#web/lib/format/dates.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { PlainPage } from './plain-page.tsx'
import { sha256OfFile } from './sha256.ts'

const MAX_BYTES = 100 * 1024 * 1024

type Verdict = Answer<'POST /api/v1/signing/verify/'>

interface Checked {
  name: string
  sha256: string
  verdict: Verdict
}

function useCheck() {
  const verify = useMutation(apiMutation('POST /api/v1/signing/verify/', { asGuest: true }))
  return useMutation({
    meta: { handlesErrors: true, onlyReads: true },
    mutationFn: async (file: File): Promise<Checked> => {
      const sha256 = await sha256OfFile(file)
      return { name: file.name, sha256, verdict: await verify.mutateAsync({ body: { sha256 } }) }
    },
  })
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
  const { mutate, data, error, isPending, variables, reset } = useCheck()
  const [refused, setRefused] = useState<string>()
  const check = (file: File) => {
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
          hint="PDF, up to 100 MB"
          accept={['application/pdf', '.pdf']}
          maxBytes={MAX_BYTES}
          busy={isPending ? 'Checking…' : undefined}
          error={refused}
          onFile={check}
          onReject={refuse}
        />
        <div aria-live="polite">
          {error && !isPending && (
            <Alert color="red" icon={<IconAlertTriangle size={20} />} title="The document could not be checked">
              <Text size="sm">{readErrorMessage(error)}</Text>
              <Button
                mt="sm"
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={14} />}
                onClick={() => variables && mutate(variables)}
              >
                Try again
              </Button>
            </Alert>
          )}
          {data && !isPending && <Result {...data} />}
        </div>
      </Stack>
    </PlainPage>
  )
}
