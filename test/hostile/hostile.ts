/** Describes a file that somebody with bad intentions would send. `what` describes it, and is its own. */
export type Hostile = { what: string; name: string; content: Buffer<ArrayBuffer> }

export const bytesOf = (content: string | Buffer): Buffer<ArrayBuffer> =>
  // Casts a copy, which is on memory of its own, never on shared memory.
  Buffer.from(typeof content === 'string' ? Buffer.from(content) : content) as Buffer<ArrayBuffer>

/** Returns the actions of a script if it ran: call home, open a window, and leave a mark on the page around it. */
export const scriptOf = (home: string, what: string) =>
  `fetch('${home}/${encodeURIComponent(what)}');new Image().src='${home}/picture';try{top.document.title='ran'}catch(e){};alert(1)`

/** Makes a page that runs what it holds as soon as it is shown. */
export const pageOf = (home: string, what: string) =>
  `<!DOCTYPE html><html><head><meta http-equiv="refresh" content="1;url=${home}/refresh"></head><body onload="${scriptOf(home, what)}"><img src="${home}/img"><script>${scriptOf(home, what)}</script></body></html>`
