export interface NoticeLink {
  label: string
  /** A path of the portal, or the https address of a carrier. */
  href: string
}

/** A success with links: to what was made, and to the next step. */
export interface Created {
  message: string
  links: readonly NoticeLink[]
}
