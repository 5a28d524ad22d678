/**
 * The first formatter loads the locales of the browser for the whole page, which takes 20 to 60 ms. A worker does it on another core while the files of
 * the portal are on their way.
 */
new Intl.DateTimeFormat('en-US')
close()
