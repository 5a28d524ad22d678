/**
 * The first formatter loads the locales of the browser for the whole page, which takes 15 to 50 ms. A worker does it on another core while the files of
 * the portal are on their way.
 */
new Intl.DateTimeFormat('en-US')
close()
