import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Conversation, MAX_MESSAGE_LENGTH } from '@vialdesk/contract/people/conversations'
import { type KeyboardEvent, useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { showsConversations } from './use-thread.ts'

interface Draft {
  text: string
  /** The text that was last sent, with the id of its request. */
  sent?: { text: string; requestId: string }
}

/** Texts that are not sent yet. They live as long as the page, and never in the browser's storage: they may be about health. */
const kept = new Map<string, Draft>()

export const drafts = {
  of: ({ patient, center }: Conversation) => {
    const key = `${patient.id}:${center.id}`
    return {
      text: kept.get(key)?.text ?? '',
      keep: (text: string) => void (text === '' ? kept.delete(key) : kept.set(key, { ...kept.get(key), text })),
      /** The same id for the same text until it is sent: after a lost answer the server recognizes the message. */
      requestIdOf: (text: string): string => {
        const earlier = kept.get(key)?.sent
        const sent = earlier?.text === text ? earlier : { text, requestId: crypto.randomUUID() }
        kept.set(key, { text, sent })
        return sent.requestId
      },
    }
  },
}

function useSend({ patient, center }: Conversation, onSent: () => void) {
  const client = useQueryClient()
  const send = useMutation({
    ...apiMutation('POST /api/v1/conversations/messages/', { keepsScreen: true, handlesErrors: true }),
    onSuccess: async () => {
      onSent()
      await client.invalidateQueries({ predicate: showsConversations })
    },
  })
  return {
    ...send,
    send: (request_id: string, text: string) =>
      send.mutate({ body: { request_id, patient_id: patient.id, center_id: center.id, text } }),
  }
}

/** A new message. Its text stays until it is sent: a failed attempt and another screen keep it. */
export function Composer({ conversation, to }: { conversation: Conversation; to: string }) {
  const draft = drafts.of(conversation)
  const [text, setText] = useState(draft.text)
  const [isEmpty, setEmpty] = useState(false)
  const change = (next: string) => {
    setText(next)
    setEmpty(false)
    draft.keep(next)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const { send, error, isPending } = useSend(conversation, () => {
    change('')
    // The pressed button lost the focus while it was busy.
    field.current?.focus()
  })
  const submit = () => {
    if (isPending) return
    if (text.trim() === '') setEmpty(true)
    else send(draft.requestIdOf(text), text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      aria-label={`Write to ${to}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error && (
        <Alert color="red" role="alert" mb="xs" p="sm">
          {errorMessage(error)} Your text is kept.
        </Alert>
      )}
      <Textarea
        ref={field}
        label={`Message to ${to}`}
        labelProps={{ className: 'visually-hidden' }}
        placeholder="Write a message"
        maxRows={8}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        error={isEmpty && 'Write a message first.'}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="sm" c="dimmed">
          Text only. Files cannot be attached.
        </Text>
        <Button type="submit" loading={isPending} leftSection={<IconSend size={16} />}>
          Send
        </Button>
      </Group>
    </form>
  )
}
