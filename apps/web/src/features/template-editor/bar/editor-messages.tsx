import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { signersWithoutSignature } from '@vialdesk/contract/documents/signing-fields'
import { missingSignatureText } from '../state/field-text.ts'
import type { Editor } from '../use-editor.ts'

interface Props {
  editor: Pick<Editor, 'calls' | 'state' | 'add'>
}

/** The result of the last call. */
export function EditorMessages({ editor: { calls } }: Props) {
  const { failure, done, busy } = calls
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} radius={0} py="xs">
          {failure.text}
          {failure.kind === 'expired' && ' Close this window, and open the editor again.'}
          {failure.kind === 'conflict' && (
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" onClick={() => void calls.takeNewest(true)} disabled={busy}>
                Keep my fields
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void calls.takeNewest(false)} disabled={busy}>
                Use the newer version
              </Button>
            </Group>
          )}
        </Alert>
      )}
      <div role="status">
        {done && !failure && (
          <Text size="sm" px="md" py={6}>
            {done}
          </Text>
        )}
      </div>
    </>
  )
}

/** Always visible: whether each signer has a place for the signature. */
export function SignatureCheck({ editor: { state, add } }: Props) {
  const { fields } = state.history
  const missing = signersWithoutSignature(fields, state.mainSigner)
  const isComplete = missing.length === 0
  return (
    <Group
      role="status"
      aria-label="Signatures"
      px="md"
      py={4}
      bg={isComplete ? undefined : 'var(--mantine-color-yellow-light)'}
      c={isComplete ? 'dimmed' : 'var(--mantine-color-yellow-light-color)'}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)', rowGap: 4 }}
    >
      {isComplete && (
        <Group gap={6} wrap="nowrap">
          <IconCircleCheck size={16} aria-hidden />
          <Text size="sm">Each signer has a signature field.</Text>
        </Group>
      )}
      {missing.map((role) => (
        <Group gap={6} key={role}>
          <IconAlertTriangle size={16} aria-hidden />
          <Text size="sm">{missingSignatureText(role, fields)}</Text>
          {!fields.some((field) => field.role === role && field.type === 'signature') && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => add('signature', role)}
              aria-label={`Add a signature of the ${role}`}
            >
              Add
            </Button>
          )}
        </Group>
      ))}
    </Group>
  )
}
