import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import got from 'got';
import pLimit from 'p-limit';
import type { PracticeAddress } from './practice-process.ts';

/** What the peer is to send, and how many at once. */
export interface UploadOrder {
  readonly address: PracticeAddress;
  readonly matterId: string;
  readonly files: readonly string[];
  readonly atOnce: number;
  /** Ends after the announcements: the addresses are for somebody else. */
  readonly announceOnly: boolean;
}

export interface Uploaded {
  readonly seconds: number;
  readonly uploadUrls: readonly string[];
}

/** The least there can be: announce, send, next. */
async function upload({ address, matterId, files, atOnce, announceOnly }: UploadOrder): Promise<Uploaded> {
  const { baseUrl, apiKey, token } = address;
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  const limit = pLimit(atOnce);
  const start = performance.now();
  const uploadUrls = await Promise.all(
    files.map((file, index) =>
      limit(async () => {
        const url = `${baseUrl}/matters/${matterId}/documents/files/${randomUUID()}`;
        const json = { fileName: `Bare ${index}.docx`, folderId: null };
        const { uploadUrl } = await got.put(url, { headers, json }).json<{ uploadUrl: string }>();
        if (!announceOnly)
          await got.put(uploadUrl, { body: readFileSync(file), headers: { 'content-type': '' } });
        return uploadUrl;
      }),
    ),
  );
  return { seconds: (performance.now() - start) / 1000, uploadUrls };
}

process.once('message', (order: UploadOrder) => {
  void upload(order).then((uploaded) => process.send?.(uploaded, () => process.disconnect()));
});
