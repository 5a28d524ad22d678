import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conversation, ConversationMessage } from '@vialdesk/contract/people/conversations'
import { useEffect } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'

const MESSAGES = 'GET /api/v1/conversations/{id}/messages/'

/** The messages of a conversation, read upwards from the newest one. */
export function useMessages(id: number) {
  const query = useInfiniteQuery({
    queryKey: [MESSAGES, { params: { id } }] as const,
    queryFn: ({ pageParam: before, signal }) => request(MESSAGES, { params: { id }, query: { before } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
  })
  /** Oldest first. */
  const messages: ConversationMessage[] | undefined = query.data?.pages.flatMap((page) => page.messages).reverse()
  return { ...query, messages }
}

/** The queries that show conversations, their messages, and the number of unread ones. */
export const showsConversations = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
  String(key).includes('/conversations/')

/** Marks a conversation as read as soon as its newest message is on the screen. */
export function useMarkRead({ id, unread, can }: Conversation, newest: number | undefined): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    ...apiMutation('POST /api/v1/conversations/{id}/read/', { keepsScreen: true, handlesErrors: true }),
    onSuccess: () => client.invalidateQueries({ predicate: showsConversations }),
  })
  const isDue = can.mark_read && unread > 0
  useEffect(() => {
    if (!isDue || id === null || newest === undefined) return
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ params: { id }, body: { up_to: newest } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, newest, isDue, mutate])
}
