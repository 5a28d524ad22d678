import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import classes from './conversations.module.css'

interface Props {
  list: ReactNode
  /** The id of the chosen partner. */
  chosen: number | undefined
  /** Undefined while none is chosen. */
  thread: { title: ReactNode; content: ReactNode } | undefined
  /** Shown next to the list while no conversation is chosen. */
  none: ReactNode
}

/** On a phone, the focus moves to the heading of the opened conversation, and back to its line in the list. */
function usePaneFocus(chosen: number | undefined, isPhone: boolean) {
  const listPane = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(chosen)
  useEffect(() => {
    const left = shown.current
    shown.current = chosen
    if (!isPhone || left === chosen) return
    const line = listPane.current?.querySelector<HTMLElement>(`[data-partner="${left}"]`)
    const target = chosen === undefined ? (line ?? listPane.current) : heading.current
    target?.focus()
  }, [chosen, isPhone])
  return { listPane, heading }
}

/** List and conversation side by side; on a phone one after the other. */
export function TwoPanes({ list, chosen, thread, none }: Props) {
  const isPhone = useIsPhone()
  const { listPane, heading } = usePaneFocus(chosen, isPhone)
  const { show } = useUrlSearch<{ show?: 'waiting' }>()
  return (
    <div className={classes.panes}>
      {!(isPhone && thread) && (
        <div ref={listPane} tabIndex={-1} className={classes.pane}>
          {list}
        </div>
      )}
      {!(isPhone && !thread) && (
        <section className={classes.pane} aria-label="Conversation">
          {thread ? (
            <>
              {isPhone && (
                <Link to="/conversations" search={{ ...(show && { show }) }} className={classes.back}>
                  <IconArrowLeft size={16} aria-hidden /> All conversations
                </Link>
              )}
              <Title ref={heading} tabIndex={-1} order={2} size="h4" className={classes.partner}>
                {thread.title}
              </Title>
              {thread.content}
            </>
          ) : (
            none
          )}
        </section>
      )}
    </div>
  )
}
