import type { PracticeService } from './index.ts';

type Running = Pick<PracticeService, 'baseUrl' | 'authUrl' | 'apiKey' | 'people' | 'clients'>;

/** A shell session from authorize to upload, to be pasted as it is; needs bash, curl and openssl. */
export function curlSession({ baseUrl, authUrl, apiKey, people, clients }: Running): string {
  const [person] = people;
  return `BASE='${baseUrl}'; AUTH='${authUrl}'; KEY='${apiKey}'; CLIENT='${clients[0]?.clientId}'
BACK='http://127.0.0.1:9/oauth2/callback'

# 1. Sign in, as the browser page would, with PKCE: the code comes back in the address.
VERIFIER=$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
ANSWER=$(curl -s -o /dev/null -w '%{redirect_url}' "$AUTH/oauth2/authorize" \\
  -d response_type=code -d client_id="$CLIENT" --data-urlencode redirect_uri="$BACK" -d state=my-state \\
  -d code_challenge="$CHALLENGE" -d code_challenge_method=S256 \\
  -d username='${person?.username}' -d password='${person?.password}' -d decision=sign-in)
CODE=$(printf %s "$ANSWER" | sed -E 's/.*[?&]code=([^&]*).*/\\1/')

# 2. Exchange the code for tokens.
TOKENS=$(curl -s "$AUTH/oauth2/token" -d grant_type=authorization_code -d client_id="$CLIENT" \\
  -d code="$CODE" --data-urlencode redirect_uri="$BACK" -d code_verifier="$VERIFIER")
TOKEN=$(printf %s "$TOKENS" | sed -E 's/.*"access_token":"([^"]*)".*/\\1/')

# 3. Every call carries both headers. List one matter and take its id.
MATTERS=$(curl -s -H "x-api-key: $KEY" -H "Authorization: Bearer $TOKEN" "$BASE/matters?status=Open&limit=1")
echo "$MATTERS"
MATTER=$(printf %s "$MATTERS" | sed -E 's/.*"value":\\[\\{"href":"[^"]*","id":"([^"]*)".*/\\1/')

# 4. Announce a file, then put its content at the address that comes back: no other headers, an empty Content-Type.
FILE=$(openssl rand -hex 16)
printf 'A note filed with curl.\\n' > /tmp/matterline-note.txt
INFO=$(curl -s -X PUT -H "x-api-key: $KEY" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"fileName":"Note filed with curl.txt","folderId":null}' "$BASE/matters/$MATTER/documents/files/$FILE")
echo "$INFO"
UPLOAD=$(printf %s "$INFO" | sed -E 's/.*"uploadUrl":"([^"]*)".*/\\1/')
curl -s -w 'content: %{http_code}\\n' -H 'Content-Type;' -T /tmp/matterline-note.txt "$UPLOAD"

# 5. A moment later the root folder's history shows it.
sleep 1
curl -s -H "x-api-key: $KEY" -H "Authorization: Bearer $TOKEN" "$BASE/matters/$MATTER/documents/folders/$MATTER/history"
echo`;
}
