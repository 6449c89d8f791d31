import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const piece = 4 * 2 ** 20

/** Counts the hash of a file piece by piece: beside the page, which stays alive, and never with all of it in memory. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const digest = sha256.create()
  for (let at = 0; at < file.size; at += piece) {
    digest.update(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()))
    self.postMessage({ done: Math.min(file.size, at + piece) })
  }
  self.postMessage({ hash: bytesToHex(digest.digest()) })
}
