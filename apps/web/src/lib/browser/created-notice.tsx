import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Created, NoticeLink } from './created.ts'
import classes from './created-notice.module.css'
import { focusPageIfLost } from './focus-page.ts'
import { keyTexts, shortcuts, useShortcut } from './shortcuts.ts'
import { usePortalLink } from './use-portal-link.ts'

/** Of the whole notice. */
export const noticeClass = `${classes.notice} no-print`

const isOutside = ({ href }: NoticeLink) => href.startsWith('https://')

function LinkOfNotice({ link, onFollow }: { link: NoticeLink; onFollow: () => void }) {
  const portalLink = usePortalLink()
  const props = isOutside(link)
    ? { href: link.href, target: '_blank', rel: 'noopener noreferrer' }
    : portalLink(link.href, { onFollow })
  return (
    <a {...props} className={classes.link}>
      {link.label}
    </a>
  )
}

interface Props extends Created {
  onClose: () => void
}

const openDialogs = () => [...document.querySelectorAll('[aria-modal="true"]')]

/** Closes when the user goes on: on another screen, or in a dialog that the notice could cover. */
function useCloseWhenDone(onClose: () => void): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const firstPath = useRef(path)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (path !== firstPath.current) close()
  }, [path])
  useEffect(() => {
    const before = openDialogs()
    const check = ({ target }: FocusEvent) => {
      const dialog = target instanceof Element ? target.closest('[aria-modal="true"]') : null
      if (dialog && !before.includes(dialog)) close()
    }
    document.addEventListener('focusin', check)
    return () => document.removeEventListener('focusin', check)
  }, [])
}

/** The content of the notice of `showCreated`. A key moves the focus to its links, and closing moves it back. */
export function CreatedNotice({ message, links, onClose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef<Element>(null)
  useCloseWhenDone(onClose)
  useShortcut('notice', () => {
    before.current = document.activeElement === document.body ? null : document.activeElement
    list.current?.querySelector('a')?.focus()
  })
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      if (isLost && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
      else focusPageIfLost()
    },
    [],
  )
  return (
    <>
      <span className={classes.message}>{message}</span>
      <ul ref={list} className={classes.links}>
        {links.map((link) => (
          <li key={link.href}>
            <LinkOfNotice link={link} onFollow={onClose} />
          </li>
        ))}
      </ul>
      <span className="visually-hidden">Press {keyTexts(shortcuts.notice.key).join(' ')} to go to the links.</span>
    </>
  )
}
