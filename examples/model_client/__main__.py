"""Asks a model through the gateway of a zone: OpenAI's SDK, with the identity that this program runs as.

    GATEWAY_URL=$(pulumi stack output modelGateways | jq -r .front.url) python examples/model_client "Hello"

No key: DefaultAzureCredential finds a managed identity (AZURE_CLIENT_ID says which, where a machine has
several), a pipeline's federated identity, or `az login`, and the token is fetched anew when it has run out.
429 means that the team has used up its tokens of this minute: the SDK waits for as long as Retry-After says
and asks again. Which region answers, the caller doesn't notice.
"""

import os
import sys

from azure.identity import DefaultAzureCredential, get_bearer_token_provider
from openai import APIStatusError, OpenAI, PermissionDeniedError, RateLimitError

SCOPE = "https://cognitiveservices.azure.com/.default"


def ask(client: OpenAI, deployment: str, question: str) -> str:
    """The answer. `deployment`: the name of a deployment, which the SDK calls a model."""
    answer = client.chat.completions.create(
        model=deployment, messages=[{"role": "user", "content": question}]
    )
    return answer.choices[0].message.content or ""


def main() -> None:
    """Ask once."""
    token = get_bearer_token_provider(DefaultAzureCredential(), SCOPE)
    client = OpenAI(base_url=os.environ["GATEWAY_URL"], api_key=token, max_retries=5)
    try:
        print(ask(client, os.environ.get("DEPLOYMENT", "chat"), " ".join(sys.argv[1:])))
    except RateLimitError as error:
        sys.exit(f"The team is over its tokens per minute, also after waiting: {error.message}")
    except PermissionDeniedError as error:
        sys.exit(f"The team's quota is used up, or the prompt was stopped: {error.message}")
    except APIStatusError as error:
        sys.exit(f"The gateway answered {error.status_code}: {error.message}")


if __name__ == "__main__":
    main()
